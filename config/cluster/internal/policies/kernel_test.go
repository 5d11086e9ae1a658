package policies

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// setns is the number of the system call on the processors that Go names so.
var setns = map[string]uintptr{"amd64": 308, "arm64": 268}

// network is a network of its own, which a sleeping process keeps.
type network struct {
	t   *testing.T
	pid int
}

func newNetwork(t *testing.T) network {
	t.Helper()
	holder := exec.Command("sleep", "300")
	holder.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = holder.Process.Kill(); _ = holder.Wait() })
	return network{t, holder.Process.Pid}
}

// run runs a command in the network.
func (n network) run(input, command string) {
	n.t.Helper()
	all := append([]string{"--net", "--target", strconv.Itoa(n.pid)}, strings.Fields(command)...)
	inside := exec.Command("nsenter", all...)
	inside.Stdin = strings.NewReader(input)
	if out, err := inside.CombinedOutput(); err != nil {
		n.t.Fatalf("%s: %v\n%s\n%s", command, err, out, input)
	}
}

// within calls work on a thread that is in the network; sockets stay in the network in which they were opened.
func within[T any](n network, work func() (T, error)) (T, error) {
	n.t.Helper()
	var result T
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		file, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", n.pid))
		if err == nil {
			defer file.Close()
			if _, _, failed := syscall.RawSyscall(setns[runtime.GOARCH], file.Fd(), syscall.CLONE_NEWNET, 0); failed != 0 {
				err = failed
			} else {
				result, err = work()
			}
		}
		done <- err
	}()
	err := <-done
	return result, err
}

func (n network) listen(address string) net.Listener {
	n.t.Helper()
	listener, err := within(n, func() (net.Listener, error) { return net.Listen("tcp4", address) })
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { listener.Close() })
	go func() { // answers what it gets
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				buffer := make([]byte, 1)
				for {
					if _, err := connection.Read(buffer); err != nil {
						return
					}
					_, _ = connection.Write(buffer)
				}
			}()
		}
	}()
	return listener
}

// An answer may take long on a busy machine; where none is expected, it is not waited for as long.
const (
	answerTimeout  = 20 * time.Second
	silenceTimeout = 700 * time.Millisecond
)

func (n network) dial(address string, timeout time.Duration) (net.Conn, error) {
	connection, err := within(n, func() (net.Conn, error) { return net.DialTimeout("tcp4", address, timeout) })
	if err == nil {
		n.t.Cleanup(func() { connection.Close() })
	}
	return connection, err
}

func (n network) mustDial(address string) net.Conn {
	n.t.Helper()
	connection, err := n.dial(address, answerTimeout)
	if err != nil {
		n.t.Fatal(err)
	}
	return connection
}

func answers(connection net.Conn) bool {
	_ = connection.SetDeadline(time.Now().Add(silenceTimeout))
	_, err := connection.Write([]byte{1})
	if err == nil {
		_, err = connection.Read(make([]byte, 1))
	}
	return err == nil
}

// A node with the pods app (10.244.2.1) and watcher (10.244.2.9), an uplink to a balancer (10.244.4.1), and the machine (10.244.0.1).
func TestTheKernelEnforcesThePoliciesOfANode(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root to create networks")
	}
	if err := Supported(context.Background()); err != nil {
		t.Skip(err)
	}
	node := newNetwork(t)
	node.run("1", "tee /proc/sys/net/ipv4/ip_forward")
	networks := map[string]network{}
	for _, address := range []string{"10.244.2.1", "10.244.2.9", "10.244.4.1", "10.244.0.1"} {
		other := newNetwork(t)
		device := "v" + strings.ReplaceAll(address, ".", "")
		node.run("", fmt.Sprintf("ip link add %s type veth peer name eth0 netns %d", device, other.pid))
		node.run("", "ip link set "+device+" up")
		node.run("", "ip route add "+address+" dev "+device)
		other.run("", "ip address add "+address+"/32 dev eth0")
		other.run("", "ip link set eth0 up")
		other.run("", "ip route add default via 10.244.0.3 dev eth0 onlink")
		networks[address] = other
	}
	node.run("", "ip address add 10.244.0.3/32 dev lo")
	node.run("", "ip link set lo up")
	application, other, front, machine := networks["10.244.2.1"], networks["10.244.2.9"], networks["10.244.4.1"], networks["10.244.0.1"]
	application.listen("10.244.2.1:8080")
	application.listen("10.244.2.1:9990")
	other.listen("10.244.2.9:8080")
	node.listen("10.244.0.3:6443")
	current := shop(t, `"Ingress", "Egress"`, `"ingress": [{"from": [{"podSelector": {"matchLabels": {"tier": "balancer"}}}], "ports": [{"protocol": "TCP", "port": "http"}]}],
		"egress": [{"ports": [{"protocol": "TCP", "port": 6443}]}]`)
	var applied *firewall
	generation := 0
	apply := func() {
		t.Helper()
		generation++
		wanted := current.firewall("node-app", "10.244.0.1")
		node.run(wanted.script(applied, generation), "iptables-restore -w 5 --noflush")
		applied = &wanted
	}
	reaches := func(from network, address string, want bool) {
		t.Helper()
		timeout := silenceTimeout
		if want {
			timeout = answerTimeout
		}
		if _, err := from.dial(address, timeout); (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
	before := other.mustDial("10.244.2.1:8080") // as the policy does not exist yet

	apply()
	reaches(front, "10.244.2.1:8080", true)
	reaches(front, "10.244.2.1:9990", false)
	reaches(other, "10.244.2.1:8080", false)
	reaches(machine, "10.244.2.1:9990", true)
	reaches(node, "10.244.2.1:9990", true) // as the kubelet's checks
	reaches(application, "10.244.0.3:6443", true)
	reaches(application, "10.244.2.9:8080", false)
	reaches(front, "10.244.2.9:8080", true) // which no policy selects
	if answers(before) {
		t.Error("an open connection ends with a policy that does not allow it")
	}

	kept, watched := front.mustDial("10.244.2.1:8080"), application.mustDial("10.244.0.3:6443")
	current.policies[0] = decode[policy](t, `{"metadata": {"namespace": "shop", "name": "cut"}, "spec": {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}}`)
	apply()
	for what, connection := range map[string]net.Conn{"into the pod": kept, "out of the pod": watched} {
		if answers(connection) {
			t.Errorf("the pod is cut off, and a connection %s goes on", what)
		}
	}
	reaches(front, "10.244.2.1:8080", false)
	reaches(application, "10.244.0.3:6443", false)

	current.policies = nil
	apply()
	reaches(front, "10.244.2.1:9990", true)
	_ = kept.SetDeadline(time.Now().Add(answerTimeout)) // TCP repeats later and later what was lost
	if _, err := kept.Read(make([]byte, 1)); err != nil {
		t.Errorf("an open connection goes on when the network is back: %v", err)
	}
}
